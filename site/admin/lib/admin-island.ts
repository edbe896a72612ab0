import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, createElement } from 'react'
import { queryClient } from './query-client.ts'

/** An island of the admin pages: all that its parts ask the server for goes through the one client of the page. */
export const adminIsland =
  <Props extends object>(Page: ComponentType<Props>) =>
  (props: Props) =>
    createElement(QueryClientProvider, { client: queryClient }, createElement(Page, props))
