// The page in Chromium, screen by screen. The script waits for conditions, not for
// fixed times.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const [, , address, executablePath, folder, ...only] = process.argv
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const patience = 120_000
const faults = []

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })

const desk = { width: 1280, height: 860 }
const phone = { width: 360, height: 740 }
const zoomed = { width: 640, height: 430 } // a desk at 200 %
const turned = { width: 844, height: 390 } // a phone on its side
const sizes = { desk, phone, zoomed, turned }
const nameOf = (viewport) => Object.keys(sizes).find((size) => sizes[size] === viewport)

/** open opens a page as a reader sees it. */
async function open({ language = 'en', scheme = 'light', viewport = desk } = {}) {
  const context = await browser.newContext({ viewport, colorScheme: scheme, locale: language, acceptDownloads: true })
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  const name = [language, scheme, nameOf(viewport)].join('-')
  page.on('pageerror', (e) => faults.push(`${name}: ${e.message}`))
  page.on('console', (m) => m.type() === 'error' && !/status of 4/.test(m.text()) && faults.push(`${name}: ${m.text()}`))
  return { page, name, go: (hash) => go(page, hash), shot: (what) => shot(page, `${what}-${name}`) }
}

async function go(page, hash) {
  await page.goto('about:blank')
  await page.goto(`${address}${hash}`)
  await page.waitForSelector('main :is(.board, .tree-view, .shelf, .prose, table)')
}

/** shot saves a picture, and checks accessibility. */
async function shot(page, what) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => {}))))
  await page.screenshot({ path: join(folder, `${what}.png`) })
  await page.evaluate(axe)
  const { violations } = await page.evaluate(() => globalThis.axe.run())
  for (const v of violations) {
    faults.push(`${what}: ${v.id} (${v.impact}): ${v.help}: ${v.nodes[0].target} ${v.nodes[0].failureSummary.replace(/\s+/g, ' ')}`)
  }
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  if (wide > 0) faults.push(`${what}: ${wide} pixels wider than the screen`)
  const small = await page.evaluate(() => [...document.querySelectorAll('button, select, input')].filter((e) => {
    if (!e.checkVisibility() || e.closest('.cells, .hidden')) return false // cells are as large as the board allows
    const { width, height } = (e.closest('label') ?? e).getBoundingClientRect()
    return width < 24 || height < 24
  }).map((e) => e.outerHTML.slice(0, 80)))
  if (small.length) faults.push(`${what}: smaller than 24 pixels: ${small.join(' ')}`)
  console.log(what)
}

/** panel selects the panel beside the board, if only one is shown at a time: 0 the
 * analysis, 1 the games, 2 the engine. */
async function panel(page, n) {
  const button = page.locator('.panels button').nth(n)
  if (await button.isVisible()) await button.click()
}

const scored = (page) => page.waitForFunction(() => document.querySelectorAll('.hint text').length > 2)

/** plays goes through the actions of a player. */
async function plays(reader) {
  const { page, go, shot } = await open(reader)
  await go('#/play?game=othello&moves=f5.d6.c3.d3.c4.f4.f6.f3.e6.e7')
  await scored(page)
  await page.waitForFunction(() => Number(document.querySelector('.figures dd')?.textContent.split('/')[0]) >= 10)
  await shot('play-othello')
  for (const [game, moves] of [['connect4:7x6', '4.4.4.3.5'], ['ultimate', 'e5.d4.a1.b2'], ['qubic', '1a1.2b2.1b1.3c3'], ['mnk:15,15,5', 'h8.i9.h9.h7'], ['tictactoe', 'b2.a1']]) {
    await go(`#/play?game=${game}&moves=${moves}`)
    await scored(page)
    await shot(`play-${game.split(':')[0]}`)
  }
  await go('#/play?game=connect4:5x4')
  await panel(page, 2)
  await page.locator('.segments label').nth(2).click()
  await page.locator('.cells [data-move="3"]').click()
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 2)
  await page.locator('.opponent .strength').selectOption('novice')
  await shot('opponent')
  await page.keyboard.press('?')
  await page.waitForSelector('dialog[open]')
  await shot('dialog-help')
  await page.keyboard.press('Escape')
  await page.locator('.segments label').nth(0).click()
  await page.keyboard.press('s')
  await page.waitForSelector('.study')
  await shot('dialog-studies')
  await page.keyboard.press('Escape')
  for (const [i, what] of ['new', 'paste', 'share'].entries()) {
    await page.locator('.tools .group').last().locator('button').nth(i ? i + 1 : 0).click()
    await page.waitForSelector('dialog[open]')
    await shot(`dialog-${what}`)
    await page.keyboard.press('Escape')
    await page.waitForSelector('dialog', { state: 'detached' })
  }
}

/** reviews reviews a game and looks at the graph. */
async function reviews(reader) {
  const { page, go, shot } = await open(reader)
  await go('#/play?game=othello:6&moves=e4.e5.d5.e3.f5.f6.d2.c5.b3.a2.a3.b2.d6.e2.b4.e6')
  await page.locator('.moves .top button').click()
  await page.locator('.review select').selectOption('level 8')
  await page.locator('.review .primary').click()
  await page.waitForSelector('.review .totals')
  await shot('review')
  await page.locator('.turnings button').first().click()
  await page.waitForSelector('.strip svg', { state: 'attached' })
  await page.locator('.move .mark').first().scrollIntoViewIfNeeded()
  await shot('marks')
  await page.locator('.strip button').click()
  await page.locator('.graph svg').last().scrollIntoViewIfNeeded()
  await shot('graph')
  await page.locator('.tools .group').last().locator('button').nth(3).click()
  await page.locator('.copied select').selectOption('sgf')
  await page.waitForFunction(() => document.querySelector('.copied textarea').value.includes('C[eval'))
  await shot('dialog-share-review')
  await page.keyboard.press('Escape')
  await page.waitForSelector('dialog', { state: 'detached' })
  await page.locator('.type input').fill('zz')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.status .error')
  await page.locator('.tools .group').last().locator('button').nth(2).click()
  await page.locator('dialog textarea').fill('no game at all')
  await page.locator('dialog .primary').click()
  await page.waitForSelector('dialog .error')
  await shot('refusals')
}

/** sets sets up positions by clicking. */
async function sets(reader) {
  const { page, go, shot } = await open(reader)
  for (const [game, cells, want] of [
    ['othello', [20], '---X------'], ['connect4:7x6', [3], '4'], ['ultimate', [0], 'X8/9'], ['qubic', [21], '-X--'], ['tictactoe', [4], '---/-X-/--- O'],
  ]) {
    await go(`#/play?game=${game}`)
    await page.locator('.tools .group').last().locator('button').nth(1).click()
    for (const c of cells) await page.locator('.cells button').nth(c).click()
    if (game === 'ultimate') await page.locator('.setup select').selectOption('1') // where a1 sends to
    await shot(`setup-${game.split(':')[0]}`)
    await page.locator('.setup .primary').last().click()
    await page.waitForFunction((want) => (new URLSearchParams(location.hash.split('?')[1]).get('position') ?? '').includes(want), want).catch((e) => {
      throw new Error(`${game}: ${page.url()}: ${e.message}`)
    })
  }
}

/** learns goes through the actions of a student. */
async function learns(reader) {
  const { page, go, shot } = await open(reader)
  await go('#/learn/lab?style=alphabeta')
  await page.locator('.told').click()
  await page.keyboard.press('Home')
  for (let i = 0; i < 17; i++) await page.keyboard.press('j')
  await page.waitForFunction(() => location.hash.includes('step=17'))
  await shot('lab-step')
  await page.keyboard.press('End')
  await page.locator('.item.leaf').first().click()
  await page.locator('.inspector input').fill('7')
  await page.locator('.inspector form button').click()
  await page.waitForFunction(() => decodeURIComponent(location.hash).includes('h=7'))
  await shot('lab-edited')
  const reached = await page.evaluate(() => [...document.querySelectorAll('[role=treeitem]')].filter((g) => g.tabIndex === 0).length)
  if (reached !== 1) faults.push(`lab: ${reached} nodes can be tabbed to, want 1`)
  await page.keyboard.press('Tab')
  await page.locator('.item [role=treeitem]').first().focus()
  await page.keyboard.press('ArrowRight')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-level') === '2')
  await page.emulateMedia({ media: 'print' })
  await shot('lab-print')
  const hidden = await page.evaluate(() => [...document.querySelectorAll('.item .label, .item .note')].filter((t) => !t.getBoundingClientRect().width && t.textContent).length)
  if (hidden) faults.push(`lab: ${hidden} texts of the tree are not printed`)
  await page.emulateMedia({ media: 'screen' })
  await go('#/learn/compare')
  await page.waitForFunction(() => document.querySelectorAll('.pair svg.tree').length === 2)
  await shot('compare')
  await go('#/play?game=othello&moves=f5.d6')
  await page.locator('.tools .group').last().locator('button').nth(4).click()
  await page.locator('.item.leaf').first().click()
  await page.waitForFunction(() => document.querySelector('.node h2')?.textContent.split(' ').length === 2)
  await shot('lab-game')
  await go('#/learn/quiz')
  for (let i = 0; await page.locator('.ask input').count(); i++) {
    await page.locator('.ask input').fill(i ? '4' : '9')
    await page.locator('.ask button[type=submit]').click()
    await page.waitForFunction(() => document.querySelector('.verdict-text')?.textContent)
    if (i === 0) await shot('quiz-wrong')
    const next = page.locator('.ask .next')
    if (await next.count()) await next.click()
    else await page.locator('.ask .row button').nth(2).click()
    await page.waitForFunction(() => !document.querySelector('.verdict-text')?.textContent)
  }
  await shot('quiz-done')
  await go('#/learn/lessons')
  await shot('lessons')
  await page.locator('.lessons a').first().click()
  await page.locator('.walk .primary').click()
  await page.waitForSelector('.walk .tree-view')
  await shot('lesson')
}

/** solves solves puzzles, and replays a path search. */
async function solves(reader) {
  const { page, go, shot } = await open(reader)
  for (const [puzzle, position] of [['tiles:3', '1+4+2+3+0+5+6+7+8'], ['cube:2', 'R+U+F'], ['cube:3', 'R+U+F']]) {
    await go(`#/puzzles?puzzle=${puzzle}&position=${position}`)
    await page.locator('.puzzle .row .primary').click()
    await page.waitForSelector('.puzzle .solution .done')
    await page.waitForFunction(() => document.querySelectorAll('.solution span:not(.done)').length === 0)
    await shot(`puzzle-${puzzle.replace(':', '-')}`)
  }
  await page.locator('.puzzle textarea').fill('no puzzle at all')
  await page.locator('.puzzle form button').click()
  await page.waitForSelector('.error')
  await shot('puzzle-refused')
  await go('#/learn/lab?puzzle=tiles:3&position=1+4+2+3+0+5+6+7+8&algorithm=astar')
  await page.locator('.told').click()
  await page.keyboard.press('Home')
  for (let i = 0; i < 7; i++) await page.keyboard.press('j')
  await page.waitForFunction(() => location.hash.includes('step=7'))
  await shot('lab-path')
}

/** steps measures the time of a frame in the replay of a search of 5 000 nodes. */
async function steps() {
  const { page, go, shot } = await open()
  const grow = (depth) => (depth ? `(${[0, 1, 2, 3].map(() => grow(depth - 1)).join(' ')})` : String((Math.imul(++seed, 2654435761) >>> 16) % 100))
  let seed = 0
  const tree = `(${grow(5)} ${grow(5)} ${grow(5)} ${grow(4)} ${grow(4)})`
  await go('#/learn/lab?algorithm=minimax')
  await page.locator('.side textarea').first().fill(tree)
  await page.waitForFunction(() => Number(document.querySelector('.player input')?.max) > 15_000)
  await page.locator('.told').click()
  await page.keyboard.press('Home')
  for (const zoom of ['near', 'far']) {
    if (zoom === 'far') await page.locator('.zoom button').nth(2).click()
    await page.keyboard.press('Home')
    const session = await page.context().newCDPSession(page)
    await session.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' })
    await session.send('Performance.enable')
    const busy = async () => (await session.send('Performance.getMetrics')).metrics.find((m) => m.name === 'TaskDuration').value * 1000
    await page.waitForFunction(() => document.querySelector('.player output').textContent.startsWith('0/'))
    const before = await busy()
    const frames = await page.evaluate(async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(done))
      const long = []
      for (let i = 0; i < 120; i++) {
        await frame()
        const began = performance.now()
        window.dispatchEvent(new KeyboardEvent('keydown', { key: 'j' }))
        await new Promise((done) => { const c = new MessageChannel(); c.port1.onmessage = () => done(); requestAnimationFrame(() => c.port2.postMessage(0)) })
        long.push(performance.now() - began)
      }
      return long.sort((a, b) => a - b)
    })
    const each = (await busy()) - before
    console.log(`steps (${zoom}): ${(each / frames.length).toFixed(1)} ms of processor time a step`)
    await session.detach()
    const nodes = await page.evaluate(() => document.querySelector('.counts') && document.querySelectorAll('svg.tree *').length)
    console.log(`steps (${zoom}): median ${frames[60].toFixed(1)} ms, 95 % under ${frames[114].toFixed(1)} ms, ${nodes} elements drawn`)
  }
  await shot('lab-large')
}

/** follows compares the page, which replays searches by itself, with the
 * server's own pictures of every step. */
async function follows() {
  const { page, go } = await open()
  for (const setup of [
    { tree: '((0.5 -2.25)(10 3))', algorithm: 'mtdf', style: 'intervals' },
    { tree: '((5 6)(7 4))', algorithm: 'sss', style: 'intervals', signs: 'negamax' },
    { tree: '((1 4)(0 6))', algorithm: 'alphabeta', style: 'alphabeta', signs: 'negamax' },
    { game: 'connect4:5x4', depth: 2, algorithm: 'search', style: 'intervals' },
  ]) {
    await go(`#/learn/lab?${new URLSearchParams(setup)}`)
    const last = await page.evaluate(() => Number(document.querySelector('.player input').max))
    await page.locator('.told').click()
    await page.keyboard.press('Home')
    for (let step = 0; step <= last; step++) {
      await page.waitForFunction((n) => document.querySelector('.player output').textContent.startsWith(`${n}/`), step)
      const got = await page.evaluate(() => [...document.querySelectorAll('.item')].map((g) => ({
        id: Number(g.dataset.node), state: ['unseen', 'open', 'done', 'cut'].find((s) => g.classList.contains(s)),
        value: g.querySelector('.value').textContent, notes: [...g.querySelectorAll('.note')].map((n) => n.textContent), pv: g.classList.contains('pv'),
      })).sort((a, b) => a.id - b.id))
      const answer = await fetch(`${address}api/v1/trees/picture`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ...setup, format: 'json', step }),
      })
      const want = JSON.parse((await answer.json()).text).nodes.map((n) => ({
        id: n.id, state: n.state, value: n.text.value ?? '', notes: [...(n.text.notes ?? []), ...(n.visits > 1 ? [`×${n.visits}`] : [])], pv: !!n.pv,
      }))
      got.forEach((g, i) => {
        if (JSON.stringify(g) !== JSON.stringify(want[i])) faults.push(`${setup.algorithm} step ${step}: the page ${JSON.stringify(g)}, the server ${JSON.stringify(want[i])}`)
      })
      await page.keyboard.press('j')
    }
    console.log(`followed ${setup.algorithm}, ${last} steps`)
  }
}

/** paints measures the time until something useful is visible. */
async function paints() {
  const { page } = await open()
  const began = performance.now()
  await page.goto(address)
  await page.waitForSelector('.board .piece')
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  console.log(`first contentful paint after ${paint?.toFixed(0)} ms; the board after ${(performance.now() - began).toFixed(0)} ms`)
}

const acts = { plays, reviews, sets, learns, solves, paints, follows, steps }
const asked = only.filter((o) => o in acts)
const traits = only.filter((o) => !(o in acts))

/** wanted reports whether the command line selects an act and a reader, or selects
 * nothing. */
const wanted = (act, ...reader) => (!asked.length || asked.includes(act)) && traits.every((t) => reader.includes(t))

if (wanted('paints')) await paints()
if (wanted('follows')) await follows()
for (const reader of [
  { language: 'en', scheme: 'light' }, { language: 'ru', scheme: 'dark' }, { language: 'zh', scheme: 'light', viewport: phone },
  { language: 'ru', scheme: 'light', viewport: phone }, { language: 'en', scheme: 'dark', viewport: zoomed },
  { language: 'zh', scheme: 'dark', viewport: turned },
]) {
  for (const act of [plays, reviews, sets, learns, solves]) {
    if (!wanted(act.name, reader.language, reader.scheme, nameOf(reader.viewport ?? desk))) continue
    try {
      await act(reader)
    } catch (e) {
      faults.push(`${act.name} ${JSON.stringify(reader)}: ${e.stack}`)
    }
    for (const context of browser.contexts()) await context.close()
  }
}
if (wanted('steps')) await steps()
await browser.close()
for (const f of faults) console.error(`fault: ${f}`)
process.exit(faults.length ? 1 : 0)
