/** Words of what is wrong with an endpoint that fails. */

export const title = "This endpoint is failing"
export const since = "Every attempt has failed since"
export const retries =
  "An event that fails is sent again after 30 seconds, 5 minutes, 30 minutes and 2 hours. " +
  "After the fifth attempt it is sent only on request."
export const switchedOff = "If no attempt succeeds, the endpoint is switched off on"
export const todo = "Once it is repaired, send a test event and resend what was not delivered."
