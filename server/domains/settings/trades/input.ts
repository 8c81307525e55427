import { trades } from '#db/trades/index.ts'
import { choice } from '#server/http/fields.ts'

export const tradeChoice = () => choice(...(Object.keys(trades) as [string, ...string[]]), '')
