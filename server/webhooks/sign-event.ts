import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

export const newWebhookSecret = () => PREFIX + randomBytes(32).toString('base64')

type Signed = { id: string; timestamp: number; body: string }

/** Standard Webhooks 1.0.0. While a secret is changed both sign, and the receiver takes either. */
export const signEvent = (secrets: readonly string[], { id, timestamp, body }: Signed): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
