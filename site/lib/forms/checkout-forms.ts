/** The providers' pages that a form without script may lead to. */
export const checkoutForms =
  'form-action https://checkout.paystack.com https://checkout.flutterwave.com'
