import { adminCall } from './call.ts'

/** How the readers' static pages are: the last build, and which version they show. */
export const siteBuildQuery = {
  queryKey: ['site-build'],
  queryFn: () => adminCall('GET /admin/site-build', {}),
}
