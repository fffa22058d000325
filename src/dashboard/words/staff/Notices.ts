/** Words of the choice of e-mails about incidents. */
export const title = "E-mails about incidents"

export const about = (isChosen: boolean, email: string): string =>
  isChosen
    ? `When an incident opens and when it is over, the service writes to ${email}.`
    : "The service can write to you when an incident opens and when it is over."

export const noMailServer =
  "No mail server is set up, so no e-mail is sent. Your administrator sets SMTP_URL."

export const choose = "Send me e-mails"
export const stop = "Stop e-mails"
export const done = {
  chosen: "You get e-mails about incidents",
  stopped: "E-mails stopped"
} as const
