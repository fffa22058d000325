/** Sends notices by e-mail, through the operators' mail server. */
import { Effect, Redacted } from "effect"
import * as Limits from "../config/Limits.ts"
import * as NoticeChannels from "../engine/ports/NoticeChannels.ts"

export interface Mail {
  /** Addresses that get every notice, in addition to those of people who chose to get notices. */
  readonly to: ReadonlyArray<string>
  readonly from: string
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  readonly server: Redacted.Redacted<string>
  readonly isTlsRequired: boolean
}

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/

/** The code of a failure, such as `ECONNREFUSED` or the server's `550`: texts may hold secrets. */
const codeOf = (error: unknown): string => {
  const { code, responseCode } = (error ?? {}) as Record<string, unknown>
  return [code, responseCode].filter((part) => part !== undefined).join(" ") || "unknown"
}

export const make = ({ from, isTlsRequired, server, to }: Mail) =>
  Effect.promise(async () => {
    const { createTransport } = await import("nodemailer")
    const url = new URL(Redacted.value(server))
    const { mailMsMax } = Limits.notices
    const transport = createTransport({
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? (url.protocol === "smtps:" ? 465 : 587) : Number(url.port),
      secure: url.protocol === "smtps:",
      requireTLS: isTlsRequired && !loopback.test(url.hostname),
      ...(url.username === ""
        ? {}
        : {
            auth: {
              user: decodeURIComponent(url.username),
              pass: decodeURIComponent(url.password)
            }
          }),
      connectionTimeout: mailMsMax,
      greetingTimeout: mailMsMax,
      socketTimeout: mailMsMax,
      disableFileAccess: true,
      disableUrlAccess: true
    })
    const receiversOf = ({ chosenBy }: NoticeChannels.Message) => [...new Set([...to, ...chosenBy])]
    const channel: NoticeChannels.Channel = {
      name: NoticeChannels.mail,
      hasReceiver: (message) => receiversOf(message).length > 0,
      send: (message) =>
        Effect.tryPromise({
          try: () =>
            transport.sendMail({
              ...{ from, to: receiversOf(message), subject: message.subject, text: message.text },
              // The id is the same in every attempt, so that a mail server can detect a retry.
              messageId: `<${message.id}@${from.split("@").at(-1)}>`,
              headers: { "Auto-Submitted": "auto-generated" }
            }),
          catch: (error) =>
            new NoticeChannels.NoticeFailed({ message: `the mail server fails: ${codeOf(error)}` })
        }).pipe(
          Effect.asVoid,
          Effect.timeoutOrElse({
            duration: mailMsMax,
            orElse: () =>
              Effect.fail(
                new NoticeChannels.NoticeFailed({ message: "the mail server is too slow" })
              )
          })
        )
    }
    return channel
  })
