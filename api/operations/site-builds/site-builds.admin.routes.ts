import type { Router } from '@koa/router'
import { serve } from '#api/http/serve.ts'
import type { LoadedSite } from '#api/pages/release-loader.ts'
import {
  findLastSiteBuild,
  findSiteVersion,
  wantSiteBuild,
} from '#api/pages/site-builds.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { transaction } from '#db/sql.ts'

interface Integrations {
  site(): Pick<LoadedSite, 'isLive' | 'madeFrom'> | undefined
}

export function siteBuildsRoutes(router: Router, { site }: Integrations) {
  const describe = async () => {
    const wanted = await findSiteVersion()
    const loaded = site()
    const live = loaded?.isLive ? wanted : loaded?.madeFrom
    return {
      wantedVersion: wanted.version,
      // A site built from another database shows nothing of this one.
      liveVersion: live?.siteId === wanted.siteId ? live.version : null,
      last: (await findLastSiteBuild()) ?? null,
    }
  }

  serve(router, 'GET /admin/site-build', describe)

  serve(router, 'POST /admin/site-build', async (_, { staff }) => {
    await transaction(async () => {
      await wantSiteBuild()
      await recordActivity(staff.name, 'siteBuildStarted')
    })
    return describe()
  })
}
