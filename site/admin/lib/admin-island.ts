import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { queryClient } from './query-client.ts'

/** Wraps an island of the admin pages, so that all its queries use the page's one client. */
export const adminIsland =
  <Props extends object>(Page: ComponentType<Props>) =>
  (props: Props) =>
    createElement(QueryClientProvider, { client: queryClient }, createElement(Page, props))
