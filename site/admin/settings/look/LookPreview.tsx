import { useEffect, useRef, useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { Settings } from '#contract/settings/groups.ts'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { findLink, type RealPage, readPage, showPage, type Way, wearLook } from './real-page.ts'

type Look = Settings['look']
type Place = 'home' | 'story' | 'book'

const places: readonly { value: Place; label: string }[] = [
  { value: 'home', label: 'Home' },
  { value: 'story', label: 'Story' },
  { value: 'book', label: 'Book' },
]
const ways: readonly { value: Way; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'sepia', label: 'Sepia' },
  { value: 'contrast', label: 'Contrast' },
  { value: 'focus', label: 'Focus' },
]

/** Pages that were looked at, by their address: to try colours costs no data. */
const pages = new Map<string, Promise<RealPage>>()

function pageAt(address: string) {
  const page = pages.get(address) ?? readPage(address)
  pages.set(address, page)
  // One that could not be loaded is asked for again.
  page.catch(() => pages.delete(address))
  return page
}

/** A story and a book are the first that the pages of now lead to. */
async function pageOf(place: Place) {
  if (place === 'home') return pageAt(paths.home)
  const list = await pageAt(place === 'story' ? paths.home : paths.books)
  return pageAt(findLink(list, `/${place}/`) ?? paths.home)
}

/** The real pages of now in the colours that are chosen, on a phone and, where there is room, on a laptop. */
export function LookPreview({ look }: { look: Look }) {
  const [place, setPlace] = useState<Place>('home')
  const [way, setWay] = useState<Way>('light')
  return (
    <section className="flex gap-16 sm:grid" aria-label="Preview">
      <div className="grid flex-1 content-start gap-10 max-sm:order-1 max-sm:[&_button]:w-full sm:flex sm:flex-wrap sm:gap-x-20">
        <Choices<Place> label="Page" value={place} choices={places} onChoose={setPlace} isCompact />
        <Choices<Way> label="Colours" value={way} choices={ways} onChoose={setWay} isCompact />
      </div>
      <div className="flex items-end gap-20">
        <div className="hidden h-[560px] w-[594px] flex-none overflow-hidden border-2 border-ink min-[80em]:block">
          <Frame
            className="h-[1206px] w-[1280px] [scale:.464]"
            title="Preview on a laptop"
            look={look}
            place={place}
            way={way}
          />
        </div>
        <div className="h-[410px] w-[198px] flex-none overflow-hidden border-2 border-ink sm:h-[480px] sm:w-[270px] min-[80em]:w-[216px]">
          <Frame
            className="h-[760px] w-[360px] [scale:.54] sm:h-[640px] sm:[scale:.75] min-[80em]:h-[800px] min-[80em]:[scale:.6]"
            title="Preview on a phone"
            look={look}
            place={place}
            way={way}
          />
        </div>
      </div>
    </section>
  )
}

interface FrameProps {
  look: Look
  place: Place
  way: Way
  title: string
  className: string
}

function Frame({ look, place, way, title, className }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<RealPage | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    pageOf(place)
      .catch(() => 'failed' as const)
      .then((found) => isCurrent && setPage(found))
    return () => {
      isCurrent = false
    }
  }, [place])
  useEffect(() => {
    if (frame.current && page && page !== 'failed') showPage(frame.current, page)
  }, [page])
  useEffect(() => {
    if (frame.current && page && page !== 'failed') wearLook(frame.current, page, look, way)
  }, [page, look, way])
  if (page === 'failed')
    return <p className="p-16 text-15">The page could not be loaded. Look at another one.</p>
  return (
    <iframe ref={frame} className={`origin-top-left ${className}`} title={title} tabIndex={-1} />
  )
}
