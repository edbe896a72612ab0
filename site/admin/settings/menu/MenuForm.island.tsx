import { useCallback, useEffect, useState } from 'react'
import {
  type MenuLink,
  type MenuPlace,
  menuPlaces,
  ownLinks,
} from '#contract/magazine/menu-links.ts'
import { paths } from '#contract/paths.ts'
import { adminIsland } from '#site/admin/lib/admin-island.ts'
import { Button } from '#site/admin/ui/Button.tsx'
import { Choices } from '#site/admin/ui/Choices.tsx'
import { Loaded } from '#site/admin/ui/frame/Loaded.tsx'
import { adminIcons } from '#site/admin/ui/icons.ts'
import { focusField } from '#site/lib/forms/check-form.ts'
import { FieldNote } from '#site/ui/forms/FieldNote.tsx'
import { moved } from '../moved.ts'
import { StudioFrame } from '../StudioFrame.tsx'
import { type SettingValue, useSettingDraft } from '../use-setting-draft.ts'
import { MenuRow } from './MenuRow.tsx'
import { isSpecified } from './menu-lists.ts'

type Menu = Record<MenuPlace, MenuLink[]>

const places = (Object.keys(menuPlaces) as MenuPlace[]).map((value) => ({
  value,
  label: menuPlaces[value],
}))

/** Why an island? Links are renamed, moved and added, each change a draft. */
export const MenuForm = adminIsland(() => {
  const [menu, setMenu] = useState<Menu>()
  const [place, setPlace] = useState<MenuPlace>('header')
  const replace = useCallback((value: SettingValue) => setMenu(value as unknown as Menu), [])
  const draft = useSettingDraft('menu', replace)
  const links = menu?.[place] ?? []
  const set = (next: MenuLink[]) => {
    if (!menu) return
    const changed = { ...menu, [place]: next }
    setMenu(changed)
    draft.change(changed)
  }
  const own = links.filter(({ id }) => !isSpecified(place, id)).length
  const error = draft.errors[place]?.[0]
  useEffect(() => {
    // What is wrong may be in a menu that is not shown.
    setPlace((shown) => places.find(({ value }) => draft.errors[value])?.value ?? shown)
  }, [draft.errors])
  useEffect(() => {
    if (error) document.getElementById('menu-note')?.scrollIntoView({ block: 'center' })
  }, [error])
  const add = () => {
    const id = newId(links)
    set([...links, { id, label: '', href: '' }])
    requestAnimationFrame(() => focusField(document.getElementById(id)))
  }
  return (
    <StudioFrame title="Menu" draft={draft} path={paths.home} describe={describe}>
      <div className="max-w-text px-16 pb-56 pt-20 sm:px-24">
        <Choices<MenuPlace> label="Which menu" value={place} choices={places} onChoose={setPlace} />
        <Loaded query={draft.query} failed="The menu could not be loaded.">
          {() => (
            <>
              <ol className="mt-12">
                {links.map((link, index) => (
                  <MenuRow
                    key={link.id}
                    place={place}
                    link={link}
                    isFirst={index === 0}
                    isLast={index === links.length - 1}
                    onChange={(next) => set(links.with(index, next))}
                    onMove={(by) => set(moved(links, index, by))}
                    onRemove={() => set(links.toSpliced(index, 1))}
                  />
                ))}
              </ol>
              <FieldNote id="menu-note" role="alert" error={error} hint={hintOf(place, own)} />
              {own < ownLinks[place] && (
                <Button className="mt-16" onClick={add} icon={adminIcons.plus} label="Add a link" />
              )}
            </>
          )}
        </Loaded>
      </div>
    </StudioFrame>
  )
})

function hintOf(place: MenuPlace, own: number): string {
  const most = ownLinks[place]
  const stay = 'The links of the site stay; their names and their order are yours.'
  return most === 0 ? stay : `${stay} ${own} of ${most} links of your own.`
}

const newId = (links: readonly MenuLink[]) => {
  const taken = new Set(links.map(({ id }) => id))
  return taken.has('own-1') ? 'own-2' : 'own-1'
}

const describe = (value: SettingValue) =>
  (value as unknown as Menu).header.map(({ label }) => label).join(' · ')
