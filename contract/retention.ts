/**
 * Days after which data of people are deleted by the jobs of api/cleanup.ts. The privacy page tells them, and
 * api/retention.test.ts compares the two.
 */
export const keptDays = {
  /** Name and e-mail address of an order that was never paid. */
  unpaidBuyer: 30,
  /** As long as a draft on somebody's phone may need its picture. */
  unusedUpload: 30,
  sentMail: 30,
  /** Who viewed or shared what, which keeps counts from counting twice. */
  counted: 30,
  device: 365,
  answeredWrite: 1,
} as const
