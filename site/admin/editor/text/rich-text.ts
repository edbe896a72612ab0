import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { type Node, Slice } from 'prosemirror-model'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import {
  type Command,
  EditorState,
  NodeSelection,
  Selection,
  type Transaction,
} from 'prosemirror-state'
import { EditorView } from 'prosemirror-view'
import { parseUrl } from '#contract/pages/parse-url.ts'
import { uploadId } from '#contract/uploads.ts'
import { cardKeyOf } from '#markdown/issue-cards.ts'
import { parseMarkdown } from '#markdown/parse-markdown.ts'
import type { StoryNode } from '#markdown/story-schema.ts'
import { textOf } from '#markdown/story-text.ts'
import { writeMarkdown } from '#markdown/write-markdown.ts'
import { type CardFaces, drawCards } from '../card-faces.ts'
import { namedCards } from '../named-cards.ts'
import {
  apart,
  cardAlone,
  cardAtCaret,
  type IsCard,
  lastLine,
  lineAbove,
  withBlock,
  withBlocks,
  withLastLine,
} from './block-steps.ts'
import { mountChipText } from './chip-text.ts'
import { type MarkName, marksAfterComposing } from './composed-marks.ts'
import { caretFollower } from './follow-caret.ts'
import { linkWords, withLink } from './links.ts'
import { isPicture, type PictureAttrs, type Selected, selectedIn } from './selected.ts'
import { addBreak, type CommandName, commands, type } from './text-commands.ts'

/** Tools whose shortcuts the page handles. */
export type PageTool = 'link' | 'picture' | 'mode' | 'insert'

/** Keys that choose from an open list of what can be inserted. */
export type ListKey = 'ArrowDown' | 'ArrowUp' | 'Enter' | 'Escape'
const listKeys: readonly string[] = ['ArrowDown', 'ArrowUp', 'Enter', 'Escape']

interface Options {
  place: HTMLElement
  markdown: string
  id: string
  className: string
  label: string
  describedBy: string
  /** A paragraph that is only a link to a story or a book is a card, and stays one. */
  hasCards: boolean
  onChange(): void
  onSelect(selected: Selected): void
  onKey(tool: PageTool): void
  /** Resolves to whether the list took the key. */
  onListKey(key: ListKey): boolean
  onFiles(files: File[]): void
  /** It is called with what did not come along. */
  onPasted(losses: readonly string[]): void
}

const isMark = (name: string): name is MarkName => name === 'strong' || name === 'em'

/** Margins for the caret: what stands at the top and the foot of the screen covers no line that is typed. */
const caretRoom = {
  get top() {
    return heightAt('top') + 24
  },
  get bottom() {
    return Math.max(80, heightAt('bottom') + 24)
  },
  left: 0,
  right: 0,
}

/** How much of the window the bars at one of its edges take. */
function heightAt(edge: 'top' | 'bottom'): number {
  const heights = [...document.querySelectorAll('[data-bar]')].map((bar) => {
    const { top, bottom, height } = bar.getBoundingClientRect()
    // The tools are at the top of a laptop's screen, and at the foot of a phone's.
    const at = bar.getAttribute('data-bar') || (bottom < innerHeight / 2 ? 'top' : 'bottom')
    if (height === 0 || at !== edge) return 0
    return edge === 'top' ? bottom : innerHeight - top
  })
  return Math.max(0, ...heights)
}

/** The shortcuts; those of tools are passed on to the page. */
function keysOf(goApart: Command, onKey: (tool: PageTool) => void) {
  const tell = (tool: PageTool) => () => {
    onKey(tool)
    return true
  }
  return keymap({
    'Mod-b': commands.strong,
    'Mod-i': commands.em,
    'Mod-Alt-2': commands.heading,
    'Mod-Alt-3': commands.subheading,
    'Mod-Shift-7': commands.ordered_list,
    'Mod-Shift-8': commands.bullet_list,
    'Mod-Shift-9': commands.quote,
    'Mod-Alt-9': commands.pull_quote,
    'Mod-Alt-h': commands.divider,
    'Mod-k': tell('link'),
    'Mod-Alt-m': tell('mode'),
    'Mod-Alt-p': tell('picture'),
    'Mod-Alt-Enter': tell('insert'),
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    Enter: chainCommands(goApart, splitListItem(type('list_item'))),
    ArrowUp: lineAbove,
    ArrowLeft: lineAbove,
    'Shift-Enter': chainCommands(goApart, addBreak),
    'Mod-]': sinkListItem(type('list_item')),
    'Mod-[': liftListItem(type('list_item')),
    // Tab leaves the text, so that keyboard users are not trapped.
  })
}

/** ProseMirror over the closed schema, mounted once; the page renders the tools around it. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: keys, caret, composition and commands share one view and its state.
export function mountRichText(options: Options) {
  const cardKey = (block: Node) =>
    options.hasCards ? cardKeyOf(block, location.origin) : undefined
  const isCard: IsCard = (block) => cardKey(block) !== undefined
  let faces: CardFaces = new Map()
  /** Moves the caret away from a block that text would replace, or a card that it would break. */
  const goApart: Command = (state, dispatch) => {
    const tr = apart(state, isCard)
    if (tr) dispatch?.(tr)
    return tr !== undefined
  }
  const stateOf = (text: StoryNode) => {
    const doc = withLastLine(text, isCard)
    // A picture that comes first would be selected without its outline, which the view draws on a change only.
    const caret = Selection.findFrom(doc.resolve(0), 1, true)
    return EditorState.create({
      doc,
      ...(caret && { selection: caret }),
      plugins: [
        history(),
        keysOf(goApart, options.onKey),
        keymap(baseKeymap),
        lastLine(isCard),
        drawCards(cardKey, () => faces),
        ...(options.hasCards ? [namedCards()] : []),
      ],
    })
  }
  /** The position of the picture whose texts are edited. */
  let pictureAt: number | undefined
  const composed = marksAfterComposing()
  const report = () => options.onSelect(selectedIn(view.state, composed.names()))
  /** The card at whose edge a word is composed: moving the caret would end the composition. */
  let touchedCard: number | undefined
  const caret = caretFollower(() => view)
  /** Work that waits for the end of a composition. */
  const finishWord = () => {
    if (view.isDestroyed || view.composing) return
    // A key may have moved it meanwhile: what is dispatched would move it back.
    caret.follow()
    const tr = composed.take(view)
    if (tr) view.dispatch(tr)
    const alone = touchedCard === undefined ? undefined : cardAlone(view.state, touchedCard)
    touchedCard = undefined
    if (alone) view.dispatch(alone)
  }
  const standApart = () => goApart(view.state, view.dispatch)
  const run = (name: CommandName) => {
    if (isMark(name) && composed.toggle(view, name)) report()
    else commands[name](view.state, view.dispatch)
  }

  const view = new EditorView(options.place, {
    state: stateOf(parseMarkdown(options.markdown)),
    attributes: {
      id: options.id,
      class: options.className,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': options.label,
      'aria-describedby': options.describedBy,
    },
    scrollMargin: caretRoom,
    scrollThreshold: caretRoom,
    dispatchTransaction(transaction: Transaction) {
      const { mapping } = transaction
      if (pictureAt !== undefined) pictureAt = mapping.map(pictureAt)
      if (touchedCard !== undefined) touchedCard = mapping.map(touchedCard, -1)
      composed.follow(transaction)
      view.updateState(view.state.apply(transaction))
      caret.noteSelection()
      report()
      if (transaction.docChanged) options.onChange()
    },
    handleKeyDown: (_, { key, ctrlKey, metaKey, altKey, shiftKey }) =>
      !(ctrlKey || metaKey || altKey || shiftKey) &&
      listKeys.includes(key) &&
      options.onListKey(key as ListKey),
    handleTextInput(_, __, ___, text) {
      if (view.composing || !standApart()) return false
      view.dispatch(view.state.tr.insertText(text).scrollIntoView())
      return true
    },
    handleDOMEvents: {
      // The keyboard has inserted nothing yet.
      compositionstart() {
        finishWord()
        caret.follow()
        touchedCard = cardAtCaret(view.state, isCard)
        if (touchedCard === undefined) standApart()
        return false
      },
      // The word is finished once ProseMirror has read it.
      compositionend() {
        setTimeout(finishWord)
        return false
      },
      // Phones' keyboards send no meaningful key codes.
      beforeinput(_, event) {
        if (view.composing || !/^insert(Text|Paragraph|LineBreak)$/.test(event.inputType))
          return false
        caret.follow()
        if (!standApart()) return false
        event.preventDefault()
        if (event.data) view.dispatch(view.state.tr.insertText(event.data).scrollIntoView())
        return true
      },
      focus() {
        caret.begin()
        return false
      },
      // ProseMirror gets no keys during composition.
      keydown(_, event) {
        caret.press(event.key)
        const name = { b: 'strong', i: 'em' }[event.key.toLowerCase()]
        const isOurs = view.composing && (event.ctrlKey || event.metaKey) && !event.altKey
        if (!isOurs || !name || !isMark(name) || !composed.toggle(view, name)) return false
        event.preventDefault()
        report()
        return true
      },
      // ProseMirror would read HTML by innerHTML, which the page's Trusted Types forbid.
      paste(_, event) {
        event.preventDefault()
        if (event.clipboardData) void insertFrom(event.clipboardData)
        return true
      },
      drop(_, event) {
        const files = [...(event.dataTransfer?.files ?? [])]
        if (files.length === 0) return false
        event.preventDefault()
        options.onFiles(files)
        return true
      },
    },
  })
  report()

  let isPlainPaste = false
  view.dom.addEventListener('keydown', (event) => {
    isPlainPaste = event.shiftKey && (event.ctrlKey || event.metaKey)
  })

  async function insertFrom(data: DataTransfer) {
    const html = isPlainPaste ? '' : data.getData('text/html')
    const text = data.getData('text/plain')
    const files = [...data.files]
    isPlainPaste = false
    if (!html && !text && files.length > 0) return options.onFiles(files)
    // WhatsApp in the browser writes time and name apart from its words in the text alone.
    const isChat = html.includes('data-pre-plain-text')
    const { doc, losses } =
      html && !isChat
        ? (await import('#markdown/from-html.ts')).fromHtml(html, { picture: ownPicture })
        : { doc: (await import('#markdown/from-text.ts')).fromText(text), losses: [] }
    options.onPasted(losses)
    standApart()
    view.dispatch(view.state.tr.replaceSelection(Slice.maxOpen(doc.content)).scrollIntoView())
  }

  return {
    run(name: CommandName) {
      run(name)
      // A composition must not be interrupted.
      if (!view.hasFocus()) view.focus()
    },
    linkWords: () => linkWords(view.state),
    setLink: (href: string, words?: string) => view.dispatch(withLink(view.state, href, words)),
    /** Empties the line with the caret, which holds what was typed to find something. */
    clearLine() {
      const { $from } = view.state.selection
      if ($from.parent.content.size > 0)
        view.dispatch(view.state.tr.delete($from.start(), $from.end()))
    },
    /** The element of a line, to place something beside it. */
    elementAt: (at: number) => view.nodeDOM(at) as HTMLElement | null,
    /** Tells who listens which option of an open list is chosen; undefined: there is none. */
    announceOption(id: string | undefined) {
      if (id) view.dom.setAttribute('aria-activedescendant', id)
      else view.dom.removeAttribute('aria-activedescendant')
    },
    /** Its texts can be edited next. */
    addPicture(attrs: PictureAttrs) {
      const { tr, at } = withBlock(view.state, type('picture').create(attrs))
      view.dispatch(tr)
      pictureAt = at
    },
    /** The selected picture, or else the one inserted last. */
    setPicture(attrs: PictureAttrs) {
      const { selection, doc, tr } = view.state
      const at = isPicture(selection) ? selection.from : pictureAt
      if (at === undefined || doc.nodeAt(at)?.type !== type('picture')) return
      tr.setNodeMarkup(at, null, attrs)
      view.dispatch(isPicture(selection) ? tr.setSelection(NodeSelection.create(tr.doc, at)) : tr)
    },
    /** Inserts them after the block with the caret, which then stands in a paragraph of its own behind them. */
    insertBlocks(markdown: string) {
      view.dispatch(withBlocks(view.state, parseMarkdown(markdown).children))
      view.focus()
    },
    /** How the cards look; a word that is composed is not interrupted for it. */
    showCards(shown: CardFaces) {
      faces = shown
      if (view.composing) return
      // A key may have moved it meanwhile: what is drawn anew has the caret where it was.
      caret.follow()
      view.dispatch(view.state.tr)
    },
    read: () => writeMarkdown(view.state.doc),
    words: () => textOf(view.state.doc),
    /** Another text, with an undo history of its own. */
    replace(markdown: string) {
      view.updateState(stateOf(parseMarkdown(markdown)))
      report()
    },
    focus: () => view.focus(),
    /** Scrolls to it, where something has come to cover it. */
    showCaret: () => view.dispatch(view.state.tr.scrollIntoView()),
    destroy() {
      caret.end()
      view.destroy()
    },
  }
}

/** Of mails. It comes with the packages of this editor, which would be cut into more files otherwise. */
export const mountChips = mountChipText
export type RichText = ReturnType<typeof mountRichText>

function ownPicture({ src }: { src: string }) {
  const path = parseUrl(src)?.pathname ?? src
  return uploadId(path) ? { src: path } : undefined
}
