import { CARD_KEYS } from './card.tsx'

const OPEN = 'Press Enter to open the job.'
const MOVE =
  'Press the space bar to pick it up, the arrow keys to carry it, the space bar to put it down and Escape to leave it where it was. The keys [ and ] move it to the lane before or after.'

/** What a screen reader says of each card. */
export const CardKeys = ({ canwrite }: { canwrite: boolean }) => (
  <p id={CARD_KEYS} hidden>
    {canwrite ? `${OPEN} ${MOVE}` : OPEN}
  </p>
)
