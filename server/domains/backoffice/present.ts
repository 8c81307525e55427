import type { NoteLine } from '#db/queries/platform/backoffice.ts'
import type { Payment } from '#db/queries/platform/payments.ts'
import type { SeatLine } from '#db/queries/platform/seats.ts'
import { toDecimal } from '#server/money/decimal.ts'

export const presentSeat = ({
  id,
  userid,
  firstname,
  lastname,
  email,
  licensed,
  seenutc,
  confirmed,
}: SeatLine) => ({
  id,
  user: { id: userid, firstname, lastname, email, confirmed: confirmed === 1 },
  licensed: licensed === 1,
  seenutc,
})

export const presentNote = ({ firstname, lastname, ...note }: NoteLine) => ({
  ...note,
  by: `${firstname ?? ''} ${lastname ?? ''}`.trim(),
})

/** A payment in rand: until when it renewed the account, the provider's number of it, and how much it was. */
export const presentPayment = ({ id, renewed, receivedutc, reference, amount }: Payment) => ({
  id,
  renewed,
  receivedutc,
  reference,
  amount: toDecimal(amount, 'cents'),
})
