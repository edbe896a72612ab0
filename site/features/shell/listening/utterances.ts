/** Phones fall silent when one utterance takes some fifteen seconds; so many characters take eight to twelve. */
export const mostSpoken = 160

/** A paragraph in pieces short enough for one utterance: whole sentences where they fit, else clauses, else words. */
export function utterancesOf(paragraph: string): string[] {
  const pieces: string[] = []
  let open = ''
  const sentences = paragraph.trim().match(/[^.!?…]+[.!?…]*["”’)\]]*\s*|[.!?…]+\s*/g) ?? []
  for (const part of sentences.flatMap(short)) {
    if (open && open.length + part.length > mostSpoken) {
      pieces.push(open)
      open = ''
    }
    open += part
  }
  if (open) pieces.push(open)
  return pieces.map((piece) => piece.trim()).filter(Boolean)
}

function short(sentence: string): string[] {
  if (sentence.length <= mostSpoken) return [sentence]
  const parts: string[] = []
  let rest = sentence
  while (rest.length > mostSpoken) {
    const head = rest.slice(0, mostSpoken)
    const cut = Math.max(head.lastIndexOf(', '), head.lastIndexOf('; '), head.lastIndexOf(': ')) + 1
    const end = cut > 0 ? cut : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : mostSpoken
    parts.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...parts, rest]
}

type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService' | 'default'>

/** The order of English voices: the reader's own, then those nearest to Nigerian English. */
const nearest = ['en-ng', 'en-gh', 'en-ke', 'en-za', 'en-gb']

/** An English voice of the device; one that uses data only where there is no other. */
export function chooseVoice<V extends Voice>(voices: readonly V[]): V | undefined {
  const english = voices.filter(({ lang }) => /^en([-_]|$)/i.test(lang))
  const rank = ({ lang, localService, default: isDefault }: V) => {
    const place = nearest.indexOf(lang.replace('_', '-').toLowerCase())
    return (localService ? 0 : 100) + (place < 0 ? 10 : place) - (isDefault ? 0.5 : 0)
  }
  return [...english].sort((a, b) => rank(a) - rank(b))[0]
}

/** Shows the button where the device has an English voice; some devices report their voices late. */
export function showListen(button: HTMLElement) {
  if (!('speechSynthesis' in window)) return
  const show = () => {
    if (chooseVoice(speechSynthesis.getVoices())) button.removeAttribute('data-voiceless')
  }
  show()
  speechSynthesis.addEventListener?.('voiceschanged', show)
}
