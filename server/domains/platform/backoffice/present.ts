import type { NoteLine } from '#db/queries/platform/backoffice.ts'
import type { SeatLine } from '#db/queries/platform/seats.ts'

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
