// The step of the brand: the mark above headings, the bullet of lists, the end of a chapter.
export function drawStep(doc, x, bottom, width, colour) {
  const unit = width / 24
  doc
    .save()
    .translate(x, bottom - 12 * unit)
    .scale(unit)
  doc.path('M0 12V9h6V6h6V3h6V0h6v12z').fill(colour)
  doc.restore()
}

export function drawBrandMark(doc, { x, y, size, ground }) {
  const field = ground === '#1D2B6B' ? '#2B3B8C' : '#1D2B6B'
  doc
    .save()
    .translate(x, y)
    .scale(size / 32)
  doc.rect(0, 0, 32, 32).fill(field)
  doc.circle(10.5, 10.5, 5).fill('#F6B21A')
  doc.path('M4 28v-5h6v-6h6v-6h6V5h6v23z').fill('#FBF5E8')
  doc.restore()
}

const motifs = {
  step: (doc, thread) => doc.path('M2 14v-3h3V8h3V5h3V2h3v12z').fill(thread),
  gem(doc, thread) {
    doc.lineWidth(1.3).path('M8 1.5 14.5 8 8 14.5 1.5 8z').stroke(thread)
    doc.path('M8 5 11 8 8 11 5 8z').fill(thread)
  },
  leaf(doc, thread, cloth) {
    doc.path('M2 14Q2 2 14 2 14 14 2 14z').fill(thread)
    doc.lineWidth(1).path('M2 14 11 5M6 10V5.5M6 10h4.5').stroke(cloth)
  },
  seed(doc, thread) {
    for (const x of [3.6, 8, 12.4]) for (const y of [3.6, 8, 12.4]) doc.circle(x, y, 1.25)
    doc.fill(thread)
  },
  river(doc, thread) {
    const waves = [4.5, 9, 13.5].map((y) => `M0 ${y}q4-4 8 0t8 0`).join('')
    doc.lineWidth(1.4).path(waves).stroke(thread)
  },
  ray(doc, thread) {
    doc.path('M4 14a4 4 0 0 1 8 0z').fill(thread)
    doc.lineWidth(1.4).path('M8 8.5V2M3.8 10 1.5 5M12.2 10l2.3-5').stroke(thread)
  },
  comb(doc, thread) {
    doc.lineWidth(1.5).path('M2.5 14V4M6.2 14V4M9.8 14V4M13.5 14V4M1.8 3h12.4').stroke(thread)
  },
}

function drawTile(doc, { x, y, size, name, cloth, thread }) {
  doc
    .save()
    .rect(x, y, size + 0.4, size + 0.4)
    .fill(cloth)
  doc.rect(x, y, size, size).clip()
  doc.translate(x, y).scale(size / 16)
  motifs[name](doc, thread, cloth)
  doc.restore()
}

// Columns of cloth tiles that climb to the right and end at `right`.
export function drawStairs(doc, { right, bottom, tile, heights, palette, turn = 0 }) {
  const names = Object.keys(motifs)
  heights.forEach((height, index) => {
    for (let row = 0; row < height; row += 1) {
      const pick = index * 5 + row * 3 + turn
      drawTile(doc, {
        x: right - (heights.length - index) * tile,
        y: bottom - (row + 1) * tile,
        size: tile,
        name: names[pick % names.length],
        cloth: pick % 3 === 2 ? palette.back : palette.front,
        thread: palette.thread,
      })
    }
  })
}

export function drawSun(doc, { x, y, radius, rings, step, palette }) {
  doc.circle(x, y, radius).fill(palette.sun)
  for (let ring = 1; ring <= rings; ring += 1) {
    const wide = radius + ring * step
    const dots = Math.round((2 * Math.PI * wide) / (step * 0.62))
    for (let dot = 0; dot < dots; dot += 1) {
      const angle = (2 * Math.PI * dot) / dots
      doc.circle(x + wide * Math.cos(angle), y + wide * Math.sin(angle), step * 0.13)
    }
    doc.fill(palette.thread)
  }
}
