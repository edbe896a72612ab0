import { call } from '#site/lib/call.ts'
import { mayBeSignedIn } from '#site/lib/session.ts'
import { followHere, readFollows, unfollowHere } from './follows-here.ts'

const box = document.querySelector<HTMLElement>('[data-follow]')

function enhance(box: HTMLElement) {
  const { follow: key = '', title = '', path = '' } = box.dataset
  const said = box.querySelector('[data-follow-said]')
  const say = (text: string) => {
    if (said) said.textContent = text
  }
  const here = box.querySelector('[data-follow-here]')
  const label = () => {
    const isFollowed = key in readFollows()
    if (here) here.textContent = `${isFollowed ? 'Stop following' : 'Follow'} on this phone alone`
  }
  here?.addEventListener('click', () => {
    const wasFollowed = key in readFollows()
    if (wasFollowed) unfollowHere(key)
    else followHere(key, { title, path, seen: new Date().toISOString() })
    say(
      wasFollowed
        ? `This phone does not follow ${title} any more.`
        : `This phone follows ${title}.`,
    )
    label()
  })
  const account = box.querySelector<HTMLElement>('[data-follow-account]')
  if (account) account.hidden = !mayBeSignedIn()
  account?.addEventListener('click', async () => {
    try {
      const { status } = await call('PUT /account/follows', { key })
      say(
        status === 'following'
          ? `You follow ${title}: a mail comes on days with something new.`
          : 'We have sent a link to the address of your account. You follow it when you have opened that.',
      )
    } catch (error) {
      const { sentence } = error as { sentence?: string }
      say(sentence ?? 'That did not get through. Please try again.')
    }
  })
  label()
  box.hidden = false
}

if (box) enhance(box)
