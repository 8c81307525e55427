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
  user: { id: userid, firstname, lastname, email, confirmed },
  licensed,
  seenutc,
})

export const presentAccountNote = ({ firstname, lastname, ...note }: NoteLine) => ({
  ...note,
  by: `${firstname ?? ''} ${lastname ?? ''}`.trim(),
})
