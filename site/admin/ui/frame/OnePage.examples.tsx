import { LoadedOne, OnePage } from './OnePage.tsx'

const page = { title: 'Invoice', headingRef: null, listHref: '/admin/invoices', onBack: () => {} }
const query = { isLoading: false, error: undefined, isSlow: false, retry: () => {} }
const one = { name: 'invoice', missing: 'Invoice Not Found', children: (text: string) => text }

export const examples = {
  loading: () => (
    <OnePage {...page}>
      <LoadedOne {...one} query={{ ...query, data: undefined, isLoading: true }} />
    </OnePage>
  ),
  loaded: () => (
    <OnePage {...page}>
      <LoadedOne {...one} query={{ ...query, data: 'Forty copies' }} />
    </OnePage>
  ),
  missing: () => (
    <OnePage {...page}>
      <LoadedOne {...one} query={{ ...query, data: null }} />
    </OnePage>
  ),
}
