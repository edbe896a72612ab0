import type { OutputOf } from '#contract/endpoints/contract.ts'
import { request } from '#contract/kinds/request.ts'
import type { RequestState } from '#contract/states.ts'
import { badgeClasses } from '#site/admin/ui/classes.ts'

export type AdminRequest = OutputOf<'GET /admin/requests'>[number]

export const stateLabels: Record<RequestState, string> = request.states

export const stateClasses: Record<RequestState, string> = {
  received: badgeClasses.wait,
  in_review: badgeClasses.planned,
  accepted: badgeClasses.good,
  declined: badgeClasses.plain,
}
