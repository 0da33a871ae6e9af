import { h, type ComponentChildren } from 'preact'

// The small part of Markdown in which lessons are written: paragraphs, lists,
// indented blocks, **strong**, *emphasis* and `code`.

function inline(source: string): ComponentChildren[] {
  return source.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith('**')) return <strong>{part.slice(2, -2)}</strong>
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>
    return part.startsWith('*') && part.length > 2 ? <em>{part.slice(1, -1)}</em> : part
  })
}

function block(lines: string[]) {
  if (lines.every((l) => /^( {4}|\t)/.test(l))) return <pre>{lines.map((l) => l.replace(/^( {4}|\t)/, '')).join('\n')}</pre>
  const marker = /^\s*(?:[-*]|(\d+)\.)\s+/
  if (!marker.test(lines[0]!)) return <p>{inline(lines.join(' '))}</p>
  const items: string[] = []
  for (const l of lines) {
    if (marker.test(l)) items.push(l.replace(marker, ''))
    else items[items.length - 1] += ` ${l.trim()}`
  }
  const list = items.map((i) => <li>{inline(i)}</li>)
  return marker.exec(lines[0]!)![1] ? <ol>{list}</ol> : <ul>{list}</ul>
}

export function Marked({ source }: { source: string }) {
  const blocks = source.split(/\n\s*\n/).map((b) => b.split('\n').filter((l) => l.trim())).filter((b) => b.length)
  return <div class="marked">{blocks.map(block)}</div>
}
