export function parseText(markdown) {
  const blocks = markdown
    .normalize('NFC')
    // A sum is not parted from its sign at the end of a line.
    .replace(/ ([−+×÷=]) (?=[\d₦])/g, ' $1\u00a0')
    .replaceAll('\r\n', '\n')
    // Headings and lists are blocks of their own even where no blank line says so.
    .replace(/^(#{1,3} .*)$/gm, '\n$1\n')
    .replace(/^(?!- |\s)(.+)\n(?=- )/gm, '$1\n\n')
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .filter(Boolean)
  const text = { title: '', opening: [], chapters: [] }
  for (const block of blocks) {
    const here = text.chapters.at(-1)?.blocks ?? text.opening
    const lines = block.split('\n').map((line) => line.trim())
    if (block.startsWith('# ')) text.title = block.slice(2).trim()
    else if (block.startsWith('## ')) text.chapters.push({ title: block.slice(3), blocks: [] })
    else if (block.startsWith('### ')) here.push({ kind: 'section', text: block.slice(4) })
    else if (block.startsWith('- ')) here.push({ kind: 'list', items: itemsOf(lines) })
    else if (block.startsWith('>'))
      here.push({ kind: 'quote', lines: lines.map((line) => line.replace(/^>\s?/, '')) })
    else here.push({ kind: 'paragraph', text: lines.join(' ') })
  }
  return text
}

function itemsOf(lines) {
  const items = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push(line.slice(2))
    else items[items.length - 1] += ` ${line}`
  }
  return items
}
