import { h, type ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { HeadingForm } from './heading'
import { Help } from './help'
import { Icon } from './icon'
import { NewGame } from './newgame'
import { Paste } from './paste'
import { Review } from './review'
import { Share } from './share'
import type { Store } from './store'
import { Studies } from './studies'
import { text } from './words'

export type DialogName = 'heading' | 'help' | 'new' | 'on' | 'paste' | 'share' | 'review' | 'studies'

export function Dialogs({ store, name, close }: { store: Store; name: DialogName | null; close: () => void }) {
  if (!name) return null
  const body = {
    heading: () => <HeadingForm store={store} />,
    help: () => <Help />,
    new: () => <NewGame store={store} done={close} />,
    on: () => <NewGame store={store} here done={close} />,
    paste: () => <Paste store={store} done={close} />,
    share: () => <Share store={store} />,
    studies: () => <Studies store={store} done={close} />,
    review: () => <Review store={store} done={close} />,
  }[name]()
  return <Dialog title={text(`dialog.${name}`)} close={close}>{body}</Dialog>
}

export function Dialog({ title, close, children }: { title: string; close: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    ref.current?.showModal()
  }, [])
  return (
    <dialog ref={ref} aria-labelledby="dialog-title" onClose={close} onClick={(e) => e.target === ref.current && ref.current?.close()}>
      <div class="sheet">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="icon" aria-label={text('close.action')} onClick={() => ref.current?.close()}><Icon name="close" /></button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
