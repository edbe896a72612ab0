// The sizes and colours of a publication.

// A5, in whole points so that no hairline shows at the edge of a screen.
export const sheet = { width: 420, height: 595 }
export const column = { left: 37, top: 62, width: sheet.width - 74, bottom: sheet.height - 54 }

export const colours = { page: '#FFFCF5', sunk: '#F5EAD2', ink: '#171A33', soft: '#4B4A5C' }
export const coverText = { cream: '#FFF6E2', ink: '#171A33' }

// ground and sun of the cover, front and back of the stairs, thread of the motifs, accent inside
const dyes = {
  leaf: ['#1F6E43', '#F6B21A', '#0E3A26', '#1D2B6B', '#E2F4D6', '#1F6E43'],
  adire: ['#1D2B6B', '#F6B21A', '#0F1638', '#B5431D', '#D5DEFF', '#1D2B6B'],
  laterite: ['#B5431D', '#F6B21A', '#1D2B6B', '#5E2412', '#FFE3C2', '#B5431D'],
  harmattan: ['#A9C8E6', '#FFF3D6', '#1D2B6B', '#B5431D', '#FFF8E6', '#1D2B6B'],
  paper: ['#F0DDB6', '#DA5A22', '#1D2B6B', '#1F6E43', '#FFF8E6', '#1F6E43'],
  rose: ['#F2B59B', '#B5431D', '#1D2B6B', '#5E2412', '#FFF3D6', '#B5431D'],
  dawn: ['#F6B21A', '#DA5A22', '#1D2B6B', '#B5431D', '#FFF3D6', '#B5431D'],
}
// Which dyes carry cream words and which carry ink; the publication's order picks among them.
const dyesFor = {
  cream: ['leaf', 'adire', 'laterite'],
  ink: ['harmattan', 'paper', 'rose', 'dawn'],
}

export function paletteOf({ coverInk, order }) {
  const names = dyesFor[coverInk]
  const [ground, sun, front, back, thread, accent] =
    dyes[names[Math.abs(Math.floor(order) - 1) % names.length]]
  return { ground, sun, front, back, thread, accent }
}
