import { describeApi } from '#api/http/openapi.ts'
import type { Routes } from '#api/http/serve.ts'
import type { LoadedSite } from '#api/pages/building/release-loader.ts'
import {
  findLastSiteBuild,
  findSiteVersion,
  wantSiteBuild,
} from '#api/pages/building/site-builds.queries.ts'
import { recordActivity } from '#api/staff/activity/activity.queries.ts'
import { apiError } from '#contract/errors.ts'
import { dataVersion } from '#db/data-version.ts'
import { transaction } from '#db/sql.ts'
import type { Doctor } from '../doctor/doctor.ts'

export function operationsRoutes({ serve }: Routes, site: { isUp(): boolean }) {
  serve('GET /health', async () => {})

  serve('GET /ready', async () => {
    // Neither a silent database nor an unbuilt site is ready.
    const answers = await dataVersion().then(
      () => true,
      () => false,
    )
    if (!answers || !site.isUp()) throw apiError('notReady')
    return { status: 'ready' as const }
  })

  serve('GET /openapi.json', async () => describeApi())
}

export function doctorRoutes({ serve }: Routes, doctor: Pick<Doctor, 'recent' | 'examine'>) {
  serve('GET /admin/doctor', doctor.recent)

  serve('POST /admin/doctor', doctor.examine)
}

interface Integrations {
  site(): Pick<LoadedSite, 'isLive' | 'madeFrom'> | undefined
}

export function siteBuildsRoutes({ serve }: Routes, { site }: Integrations) {
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

  serve('GET /admin/site-build', describe)

  serve('POST /admin/site-build', async (_, { staff }) => {
    await transaction(async () => {
      await wantSiteBuild()
      await recordActivity(staff.name, 'siteBuildStarted')
    })
    return describe()
  })
}
