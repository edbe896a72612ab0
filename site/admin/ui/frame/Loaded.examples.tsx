import { Loaded } from './Loaded.tsx'

const shared = {
  failed: 'Your books could not be loaded.',
  skeleton: <p>Loading your books</p>,
  children: (text: string) => <p>{text}</p>,
}
const query = {
  data: undefined,
  isLoading: false,
  error: undefined,
  isSlow: false,
  retry: () => {},
}

export const examples = {
  loading: () => <Loaded {...shared} query={{ ...query, isLoading: true }} />,
  slow: () => <Loaded {...shared} query={{ ...query, isLoading: true, isSlow: true }} />,
  failed: () => <Loaded {...shared} query={{ ...query, error: new Error('503') }} />,
  loaded: () => <Loaded {...shared} query={{ ...query, data: 'Twelve books' }} />,
}
