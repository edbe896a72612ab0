import { useEffect, useId, useRef } from 'react'
import { type Source, sourceParameter } from '#contract/stats.ts'
import { adoptStyles } from '#site/lib/adopt-styles.ts'
import { messages } from '#site/messages/messages.ts'
import { copyText } from '#site/ui/copy-text.ts'
import { brandIcons } from '#site/ui/icons/brand-icons.ts'
import { Icon } from '#site/ui/icons/Icon.tsx'
import styles from './share-dialog.css?inline'
import { hashtagsOf } from './share-text.ts'

adoptStyles(styles)

interface Props {
  title: string
  summary: string
  category: string
  /** Absolute. */
  url: string
  onClose(): void
}

/** The publisher's hashtags, which the page has once for all of its stories. */
const brandTags = () => document.documentElement.dataset['hashtags']?.split(' ') ?? []

/** The dialog of a story's share button where the device has no share sheet. */
export function ShareDialog({ title, summary, category, url, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  const tags = hashtagsOf({ title, category }, brandTags())
  const hashtags = tags.map((tag) => `#${tag}`)

  useEffect(() => {
    dialog.current?.showModal()
  }, [])

  /** This is not left to the browser's close event, which is sent after the focus has returned. */
  const close = () => {
    dialog.current?.close()
    onClose()
  }
  const copyContent = () =>
    copyText([title, summary, url, hashtags.join(' ')].join('\n\n'), messages.contentCopied)
  const copyLink = async () => {
    if (await copyText(url, messages.storyLinkCopied)) return
    dialog.current?.querySelector('input')?.select()
  }

  return (
    <dialog
      ref={dialog}
      className="share-dialog cut"
      aria-labelledby={headingId}
      onClose={onClose}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <header>
        <div>
          <h2 id={headingId}>Share This Story</h2>
          <p>{title}</p>
        </div>
        <button type="button" className="icon-btn" aria-label="Close" onClick={close}>
          <Icon name="close" size={22} />
        </button>
      </header>
      <ul className="share-targets">
        {targets.map(({ name, icon, address }) => (
          <li key={name}>
            <a href={address({ title, url, tags })} target="_blank" rel="noopener noreferrer">
              <span className={`cut step-3 share-${name.toLowerCase()}`}>
                {icon === 'linkedin' ? (
                  <Icon name={icon} size={28} />
                ) : (
                  <Icon shape={brandIcons[icon]} size={28} isFilled />
                )}
              </span>
              {name}
            </a>
          </li>
        ))}
        <li>
          <button type="button" onClick={copyContent}>
            <span className="cut step-3 share-instagram">
              <Icon shape={brandIcons.instagram} size={28} isFilled />
            </span>
            Instagram
          </button>
        </li>
      </ul>
      <label className="share-link">
        <b>Story link</b>
        <span>
          <input
            className="field"
            readOnly
            value={url}
            onFocus={(event) => event.target.select()}
          />
          <button type="button" className="btn share-copy" onClick={copyLink}>
            <Icon name="copy" />
            Copy
          </button>
        </span>
      </label>
      <p className="share-note">
        <Icon shape={brandIcons.youtube} size={20} isFilled />
        Making a YouTube video about this story? Paste the link in your description so viewers can
        read it in full.
      </p>
      <b>Suggested hashtags</b>
      <ul className="share-tags">
        {hashtags.map((tag) => (
          <li key={tag}>{tag}</li>
        ))}
      </ul>
    </dialog>
  )
}

interface Shared {
  title: string
  url: string
  tags: string[]
}

function marked(url: string, word: Source): string {
  const link = new URL(url)
  link.searchParams.set(sourceParameter, word)
  return link.href
}

const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/** They stand in the order of specification 4.12; Instagram, which takes no links, comes last and copies. */
const targets = [
  {
    name: 'Facebook',
    icon: 'facebook',
    address: ({ url }: Shared) => `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`,
  },
  {
    name: 'Twitter',
    icon: 'x',
    address: ({ title, url, tags }: Shared) =>
      `https://twitter.com/intent/tweet?${query({ text: title, url, hashtags: tags.join(',') })}`,
  },
  {
    name: 'LinkedIn',
    icon: 'linkedin',
    address: ({ url }: Shared) =>
      `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}`,
  },
  {
    name: 'WhatsApp',
    icon: 'whatsapp',
    // WhatsApp sends no referrer: the link has a tag instead, the same for everybody.
    address: ({ title, url }: Shared) =>
      `https://wa.me/?${query({ text: `${title} ${marked(url, 'whatsapp')}` })}`,
  },
] as const
