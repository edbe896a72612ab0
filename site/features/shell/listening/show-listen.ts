import { chooseVoice } from './utterances.ts'

/** Shows the button where the device has an English voice; some devices report their voices late. */
export function showListen(button: HTMLElement) {
  if (!('speechSynthesis' in window)) return
  const show = () => {
    if (chooseVoice(speechSynthesis.getVoices())) button.removeAttribute('data-voiceless')
  }
  show()
  speechSynthesis.addEventListener?.('voiceschanged', show)
}
