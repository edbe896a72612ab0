import { toNaira } from '../money.ts'

const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'],
  ...['eleven', 'twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen'],
  'nineteen',
]
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']
const scales = ['', 'thousand', 'million', 'billion', 'trillion']

/** An amount as on a cheque: "Three thousand, seven hundred and fifty-two naira, twenty-five kobo only". */
export function amountInWords(kobo: number): string {
  const [naira, rest] = [Math.floor(toNaira(kobo)), kobo % 100]
  const words = `${wordsOf(naira)} naira${rest > 0 ? `, ${belowThousand(rest)} kobo` : ''} only`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function wordsOf(count: number): string {
  const groups: string[] = []
  for (let rest = count, at = 0; rest > 0; rest = Math.floor(rest / 1000), at++) {
    const group = rest % 1000
    // "One thousand and five".
    const isTail = at === 0 && group < 100 && count > 999
    const words = `${isTail ? 'and ' : ''}${belowThousand(group)} ${scales[at]}`.trim()
    if (group > 0) groups.unshift(words)
  }
  return groups.join(', ').replace(', and ', ' and ') || 'zero'
}

function belowThousand(count: number): string {
  const [hundreds, rest] = [Math.floor(count / 100), count % 100]
  const ofHundreds = hundreds > 0 ? `${small[hundreds]} hundred` : ''
  const ofRest = rest > 0 ? belowHundred(rest) : ''
  return [ofHundreds, ofRest].filter(Boolean).join(' and ')
}

function belowHundred(count: number): string {
  if (count < 20) return small[count] as string
  const unit = count % 10
  return `${tens[Math.floor(count / 10)]}${unit > 0 ? `-${small[unit]}` : ''}`
}
