import type { Rec } from './books.ts'

const DAYS = ['Date', 'DueDate']

/** As Xero writes days and instants: `/Date(1550793549320+0000)/`. */
export const bookReply = (records: Rec) =>
  new Response(
    JSON.stringify(records, (name, value) => {
      const isMoment = DAYS.includes(name) ? /^\d{4}-\d\d-\d\d$/.test(value) : name === 'UpdatedDateUTC'
      return isMoment && value ? `/Date(${Date.parse(value)}+0000)/` : value
    }),
    { headers: { 'content-type': 'application/json' } },
  )
