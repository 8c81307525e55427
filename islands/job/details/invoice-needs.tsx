import type { BoardProps } from '#islands/board/props.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { Button } from '#views/ui/button.tsx'
import { withQuery } from '#views/ui/links.ts'
import { Banner } from '#views/ui/small.tsx'

type NeedsProps = { needs: JobDetail['invoiceneeds']; job: Pick<JobDetail, 'client'>; board: BoardProps }

const list = new Intl.ListFormat('en-ZA')

/** Said while there is time to ask the client, not once the invoice waits for it. */
export function InvoiceNeeds({ needs, job: { client }, board }: NeedsProps) {
  if (needs.length === 0 || !client) return null
  const open = () => void window.joblane.dialog(withQuery(`/clients/${client.id}`, { tab: 'address' }))
  return (
    <Banner
      level="info"
      actions={
        board.can.clients && (
          <Button small onClick={open}>
            Open the client
          </Button>
        )
      }
    >
      The invoice will need {list.format(needs)}.
    </Banner>
  )
}
