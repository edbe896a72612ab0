import { allFeatures } from '#contract/magazine/categories.ts'
import { storiesOf } from '#contract/magazine/reading.ts'
import { paths } from '#contract/paths.ts'
import { call } from '#site/lib/call.ts'
import { enhanceClearHistory } from '#site/lib/reading/clear-history.ts'
import { $reading, readingRecord } from '#site/lib/reading/reading-record.ts'
import { badgeClass } from '#site/ui/category-colours.ts'
import {
  type Filter,
  type ListedStory,
  passes,
  profileOf,
  type Recommendation,
  recommend,
  shuffle,
} from './recommend.ts'

/** How many stories the one call loads. */
const fetched = 60
/** How many cards are shown, and how many of the best Refresh shuffles. */
const shownCards = 6
const mixed = 18
/** Specification 3.9.5: the list is shuffled again after so long, without a call. */
const refreshMs = 1500

/** The text of the empty state, and its button. */
const nothing = {
  filter: ['No recommendations found for this filter.', 'View All Recommendations'],
  all: ['You have read everything that we have to recommend. New stories are on their way.', ''],
  failed: ['The recommendations could not be loaded. Please check your connection.', 'Try again'],
} as const

class Recommendations {
  private stories: ListedStory[] | undefined
  private order: Recommendation[] = []
  private filter: Filter = 'All'
  private readonly cards: HTMLElement
  private readonly skeletons: Element[]
  private readonly none: HTMLElement

  constructor(private readonly panel: HTMLElement) {
    this.cards = this.one('[data-cards]')
    this.skeletons = [...this.cards.children]
    this.none = this.one('[data-none]')
    for (const button of panel.querySelectorAll<HTMLElement>('[data-filter]')) {
      button.addEventListener('click', () => this.choose(button.dataset['filter'] as Filter))
    }
    this.one('[data-refresh]').addEventListener('click', () => this.refresh())
    enhanceClearHistory(this.one('[data-clear]'), this.one('[data-cleared]'))
    this.one('[data-again]').addEventListener('click', () => {
      // The clicked button is removed.
      this.one('[data-filter="All"]').focus()
      if (this.stories) this.choose('All')
      else void this.load(true)
    })
    $reading.listen(() => this.compute())
    void this.load()
  }

  private one(selector: string): HTMLElement {
    return this.panel.querySelector(selector) as HTMLElement
  }

  private async load(isAsked = false) {
    this.wait()
    try {
      this.stories = await call('GET /stories', { category: allFeatures, pageSize: fetched })
      this.compute(isAsked)
    } catch (error) {
      console.warn(error)
      this.draw(isAsked)
    }
  }

  /** Computes the list again from the current record; makes no further call. */
  private compute(isAsked = false) {
    if (!this.stories) return
    this.order = recommend(this.stories, storiesOf(readingRecord()), new Date())
    this.drawProfile(this.stories)
    this.draw(isAsked)
  }

  private choose(filter: Filter) {
    this.filter = filter
    for (const button of this.panel.querySelectorAll<HTMLElement>('[data-filter]')) {
      button.ariaPressed = String(button.dataset['filter'] === filter)
    }
    this.draw(true)
  }

  private async refresh() {
    const button = this.one('[data-refresh]')
    if (button.ariaBusy) return
    if (!this.stories) {
      await this.load(true)
      return
    }
    button.ariaBusy = 'true'
    this.wait()
    await new Promise((resolve) => setTimeout(resolve, refreshMs))
    button.ariaBusy = null
    this.order = [...shuffle(this.order.slice(0, mixed), Math.random), ...this.order.slice(mixed)]
    this.draw(true)
  }

  private wait() {
    this.cards.ariaBusy = 'true'
    this.cards.hidden = false
    this.none.hidden = true
    this.cards.replaceChildren(...this.skeletons)
  }

  /** It is announced only after a reader's action: a panel that scrolls into view interrupts nobody. */
  private draw(isAsked = false) {
    const list = this.order.filter((one) => passes(this.filter, one)).slice(0, shownCards)
    this.cards.ariaBusy = null
    this.cards.replaceChildren(...list.map((one) => this.card(one)))
    this.cards.hidden = list.length === 0
    this.none.hidden = list.length > 0
    const [text, way] = nothing[this.whyNothing()]
    const button = this.one('[data-again]')
    this.one('[data-none] p').textContent = text
    button.textContent = way
    button.hidden = way === ''
    const found = `${list.length} ${list.length === 1 ? 'story' : 'stories'} recommended`
    this.one('[data-told]').textContent = isAsked ? (list.length === 0 ? text : found) : ''
  }

  private whyNothing(): keyof typeof nothing {
    if (!this.stories) return 'failed'
    return this.filter === 'All' && this.stories.length > 0 ? 'all' : 'filter'
  }

  private drawProfile(stories: ListedStory[]) {
    const profile = profileOf(stories, storiesOf(readingRecord()))
    const clear = this.one('[data-clear]')
    if (!profile && clear === document.activeElement) this.one('#recommended').focus()
    clear.hidden = !profile
    const lines = profile
      ? [
          `${profile.favoriteCategories.join(', ')}. Level: ${profile.readingLevel}.`,
          profile.interests.length > 0 && `Interests: ${profile.interests.join(', ')}.`,
          // Titles may end with punctuation of their own.
          profile.readingHistory.length > 0 &&
            `Last read: ${profile.readingHistory.join('; ')}.`.replace(/([.!?…])\.$/, '$1'),
        ]
      : ['It fills as you read.']
    this.one('[data-profile]').textContent = lines.filter(Boolean).join(' ')
  }

  private card(one: Recommendation): Node {
    const template = this.panel.querySelector('template') as HTMLTemplateElement
    const card = template.content.cloneNode(true) as DocumentFragment
    const write = (name: string, text: string) => {
      const place = card.querySelector(`[data-${name}]`)
      if (place) place.textContent = text
    }
    write('similarity', `${one.similarity}%`)
    // Without a profile nothing can match.
    if (one.similarity === 0) card.querySelector('[data-match]')?.remove()
    write('marks', [one.isTrending && 'Trending', one.isNew && 'New'].filter(Boolean).join(' · '))
    write('title', one.title)
    write('category', one.category)
    write('excerpt', one.excerpt)
    write('reason', one.reason)
    write('by', `${one.author}, ${one.readTime} min`)
    const badge = card.querySelector('[data-category]')
    if (badge) badge.className = badgeClass(one.category)
    const link = card.querySelector('a')
    if (link) {
      link.href = paths.story(one.id)
      link.ariaLabel = `Read Now: ${one.title}`
    }
    return card
  }
}

const panel = document.querySelector<HTMLElement>('[data-recommendations]')
if (panel) new Recommendations(panel)
