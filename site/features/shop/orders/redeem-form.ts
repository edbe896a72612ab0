import { redemption } from '#contract/endpoints/shop/downloads.ts'
import { call } from '#site/lib/call.ts'
import { checkForm } from '#site/lib/forms/check-form.ts'

const form = document.querySelector<HTMLFormElement>('form[data-redeem]')
if (form) {
  checkForm(form, redemption, async (values) => {
    const { orderUrl } = await call('POST /redeem', values)
    location.replace(orderUrl)
  })
}
