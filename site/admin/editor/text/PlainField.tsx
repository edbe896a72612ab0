import { useEffect, useRef } from 'react'
import type { EditorMode } from '../saving/on-device.ts'
import type { PageTool } from './rich-text.ts'
import { fieldId, fieldLabel, hintId, type TextOfPage, textClass } from './text-of-page.ts'

/** The plain field, which starts with the text of the server, or the device. */
export function usePlainField({ start, text, changed }: TextOfPage) {
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (start === undefined || !area.current) return
    // Unchanged text is saved byte for byte; a key before hydration is not lost either.
    if (text.current.read() === start) area.current.value = start
  }, [start, text])
  return {
    area,
    typed() {
      text.current = { read: () => area.current?.value ?? '' }
      changed('content')
    },
    selectedWords: () =>
      area.current?.value.slice(area.current.selectionStart, area.current.selectionEnd),
    insert(added: string) {
      const field = area.current
      if (!field) return
      field.setRangeText(added, field.selectionStart, field.selectionEnd, 'end')
      changed('content')
      field.focus()
    },
  }
}

export type PlainText = ReturnType<typeof usePlainField>

const plainClass =
  '[field-sizing:content] min-h-[220px] resize-none placeholder:text-placeholder placeholder:opacity-100 md:min-h-[420px]'

/** Shortcuts of the rich editor that the plain field has as well; with Ctrl. */
const plainKeys: Record<string, PageTool> = { k: 'link', 'Alt+m': 'mode', 'Alt+p': 'picture' }

interface Props {
  editor: TextOfPage
  error: string | undefined
  plain: PlainText
  mode: EditorMode
  onPress(tool: PageTool): void
}

export function PlainField({ editor, error, plain, mode, onPress }: Props) {
  const { isReady = true } = editor
  return (
    <textarea
      ref={plain.area}
      id={mode === 'rich' ? undefined : fieldId}
      name="content"
      className={`${textClass} ${plainClass} ${mode === 'rich' ? '!hidden' : ''}`}
      rows={8}
      aria-label={fieldLabel}
      placeholder="Write your story"
      readOnly={!isReady}
      aria-describedby={hintId}
      aria-invalid={error ? true : undefined}
      onInput={plain.typed}
      onKeyDown={(event) => {
        if (!isReady || !(event.ctrlKey || event.metaKey)) return
        const key = plainKeys[`${event.altKey ? 'Alt+' : ''}${event.key}`]
        if (!key) return
        event.preventDefault()
        onPress(key)
      }}
    />
  )
}
