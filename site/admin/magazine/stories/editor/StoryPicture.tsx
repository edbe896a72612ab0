import { settingsId } from '#site/admin/editor/SettingsPanel.tsx'
import { FileInput } from '#site/admin/ui/FileInput.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { focusClass } from '#site/lib/pages/pictures.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { Icon } from '#site/ui/icons/Icon.tsx'
import type { StoryImage } from './use-story-image.ts'

const buttonClass =
  'relative inline-flex min-h-44 cursor-pointer items-center gap-10 rounded-2 border-2 border-ink bg-surface px-14 text-15 font-semibold ' +
  'text-ink has-[input:focus-visible]:[outline:3px_solid_var(--focus)]'

/** The picture at the head of the story, or its art, on a phone; a laptop has it in the panel. */
export function StoryPicture({ image }: { image: StoryImage }) {
  const { url, focus, picture, isDrawn, upload } = image
  const hasAny = Boolean(url) || isDrawn
  return (
    <section
      className="relative grid min-h-[172px] content-end overflow-hidden bg-sunk md:hidden"
      aria-label="Picture"
    >
      {hasAny ? (
        <img
          key={picture.src}
          className={`absolute inset-0 size-full object-cover ${(url && focusClass(focus)) ?? ''}`}
          src={picture.src}
          alt={url ? 'The picture of the story' : 'The art drawn for this title'}
          referrerPolicy="no-referrer"
        />
      ) : (
        <NoPicture />
      )}
      <div className="relative grid justify-items-start gap-10 p-16">
        {url ? (
          <button type="button" className={buttonClass} popoverTarget={settingsId}>
            <Icon shape={adminIcons.image} size={18} />
            Edit picture
          </button>
        ) : (
          <label className={buttonClass}>
            <Icon shape={adminIcons.image} size={18} />
            Add a picture
            <FileInput
              className="absolute inset-0 w-full cursor-[inherit] opacity-0"
              accept="image/jpeg,image/png"
              onFile={upload.choose}
            />
          </label>
        )}
        {!hasAny && (
          <p className="text-14/130 font-semibold">Or leave it: we draw one from the title.</p>
        )}
        <p role="status" className="bg-surface px-8 text-14 empty:hidden">
          {upload.percent === undefined ? '' : `Uploading… ${upload.percent} %`}
        </p>
        <div className="bg-surface px-8 empty:hidden">
          <FieldNote error={upload.problem} role="alert" />
        </div>
      </div>
    </section>
  )
}

/** Stairs and a sun that nobody has coloured yet. */
function NoPicture() {
  return (
    <svg
      className="absolute inset-0 size-full"
      viewBox="0 0 360 172"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden="true"
    >
      <circle className="fill-paper" cx="96" cy="74" r="40" />
      <path className="fill-line" d="M120 172v-26h48v-26h48V94h48V68h48V42h48v130z" />
    </svg>
  )
}
