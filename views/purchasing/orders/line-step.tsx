import { formatQuantity } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { confirmFirst } from '#views/ui/confirm.ts'
import type { OrderDetail, OrderLine } from './types.ts'

/** What closing short does, after the question. */
export const CLOSED_SHORT =
  'It no longer counts as on order; what came stays in stock. It can be opened again.'

/** The same of what nobody receives. */
export const CLOSED_SERVICE = 'No invoice begins with it any more. It can be opened again.'

const stepWords = { close: 'Expect no more', reopen: 'Open again' }

type LineStepProps = { order: OrderDetail; line: OrderLine; step: keyof typeof stepWords }

export function LineStep({ order, line, step }: LineStepProps) {
  const words = stepWords[step]
  const quantity = step === 'reopen' ? line.closedshort : line.receivable ? line.open : line.uncharged
  const rest = `${formatQuantity(quantity, line.unit)} of ${line.description}`
  const asked =
    step === 'close'
      ? confirmFirst({
          question: line.receivable
            ? `${rest} will not come any more? ${CLOSED_SHORT}`
            : `${rest} will not be charged? ${CLOSED_SERVICE}`,
          yes: 'Expect no more',
        })
      : confirmFirst({ question: `${rest} is waited for again?`, yes: 'Open again' })
  return (
    <Button
      small
      look="quiet"
      aria-label={`${words}: ${line.description}`}
      hx-post={`/purchase/${order.id}/${step}`}
      hx-vals={JSON.stringify({ version: order.version, lineid: line.id })}
      hx-swap="none"
      {...asked}
    >
      {words}
    </Button>
  )
}
