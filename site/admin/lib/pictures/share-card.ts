const side = 1080
/** The picture of a book or the site, of 1200 by 630, stands above the words. */
const above = (side * 630) / 1200
const widest = side - 140

interface Words {
  /** 25% off */
  headline: string
  /** What it is off. */
  line: string
  /** A code, or an address. */
  framed: string
  foot: string
}

/**
 * A square picture to share, in the colours and faces of the page: `words` below the picture at `picture`. It is saved as
 * `name`.
 */
export async function saveShareCard(name: string, picture: string, words: Words) {
  const saved = document.createElement('a')
  saved.href = await drawShareCard(picture, words)
  saved.download = name
  saved.click()
}

async function drawShareCard(picture: string, { headline, line, framed, foot }: Words) {
  const style = getComputedStyle(document.documentElement)
  const colourOf = (name: string) => style.getPropertyValue(`--${name}`)
  const [display, sans] = [colourOf('display'), colourOf('sans')]
  const image = new Image()
  image.src = picture
  // The faces are there: the page says the same in them.
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const pen = canvas.getContext('2d') as CanvasRenderingContext2D
  pen.fillStyle = colourOf('paper')
  pen.fillRect(0, 0, side, side)
  pen.drawImage(image, 0, 0, side, above)
  pen.strokeStyle = colourOf('accent')
  pen.lineWidth = 5
  pen.setLineDash([20, 14])
  pen.strokeRect(70, 812, widest, 130)
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  // One line, smaller where it would be too wide.
  const write = (text: string, y: number, pixels: number, face = `600 {}px ${sans}`) => {
    const sized = (size: number) => face.replace('{}', String(size))
    pen.font = sized(pixels)
    pen.font = sized(Math.min(pixels, (pixels * (widest - 60)) / pen.measureText(text).width))
    pen.fillText(text, side / 2, y)
  }
  pen.fillStyle = colourOf('ink')
  write(headline, 650, 112, `760 {}px ${display}`)
  write(line, 752, 46)
  write(framed, 880, 76)
  pen.fillStyle = colourOf('ink-2')
  write(foot, 1010, 38)
  return canvas.toDataURL('image/png')
}
