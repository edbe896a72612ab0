import { modeNames } from './mode-names.ts'

/** Lucide shapes, here because the icons of the site come with the islands. */
const icon = (path: string, size = 20) =>
  `<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"><path d="${path}"/></svg>`

const icons = {
  close: icon('M18 6 6 18M6 6l12 12', 22),
  light: icon(
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M4.9 4.9l1.4 1.4M17.7 17.7l1.4 1.4M2 12h2M20 12h2M6.3 17.7l-1.4 1.4M19.1 4.9l-1.4 1.4',
  ),
  dark: icon('M12 3a6 6 0 0 0 9 9 9 9 0 1 1-9-9Z'),
  auto: icon(
    'M18 8V6a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2v7a2 2 0 0 0 2 2h8M10 19v-4M7 19h5M18 12h2a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-2a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2Z',
  ),
}

const radio = (name: string, value: string, look: string) =>
  `<label><input type="radio" name="${name}" value="${value}"><span>${look}</span></label>`

const segments = (name: string, names: Record<string, string>) =>
  `<div class="reading-segments">${Object.entries(names)
    .map(([value, label]) => radio(name, value, label))
    .join('')}</div>`

const swatches = Object.entries(modeNames)
  .map(([mode, name]) =>
    radio(
      'readingMode',
      mode,
      `<i class="reading-swatch is-${mode}" aria-hidden="true">Aa</i>${name}`,
    ),
  )
  .join('')

/** The panel of specification section 2: every word of it is ours, nothing comes from data. */
export const panelHtml = `<dialog class="reading-panel cut" aria-labelledby="reading-title">
<header><h2 id="reading-title">Reading Experience</h2>
<button type="button" class="icon-btn" aria-label="Close" data-close>${icons.close}</button></header>
<fieldset><legend>Theme</legend>${segments('theme', {
  light: `${icons.light}Light`,
  dark: `${icons.dark}Dark`,
  auto: `${icons.auto}Auto`,
})}<p class="reading-note">Sepia and Contrast have colours of their own: the theme shows in Default and Focus.</p></fieldset>
<fieldset><legend>Reading Mode</legend><div class="reading-swatches">${swatches}</div></fieldset>
<fieldset><legend>Typography</legend>
<fieldset><legend>Font Size</legend>${segments('fontSize', { small: 'Small', medium: 'Medium', large: 'Large' })}</fieldset>
<fieldset><legend>Line Spacing</legend>${segments('lineHeight', { compact: 'Compact', normal: 'Normal', relaxed: 'Relaxed' })}</fieldset>
</fieldset>
<div class="reading-preview" role="group" aria-label="Preview"><b>The quiet climb</b>
<p>She asked for the same bench tomorrow. Then she asked for the key.</p></div>
<footer><button type="button" class="btn-text" data-reset><span>Reset</span></button>
<form method="post" action="/api/data-saver" data-data-saver><input type="hidden" name="returnTo" value="/">
<button type="submit" name="dataSaver" value="on" class="when-full">Turn data saver on</button>
<button type="submit" name="dataSaver" value="off" class="when-lite">Turn data saver off</button></form>
<p role="status"></p></footer>
</dialog>`
