import { Button, LinkButton } from '#views/ui/button.tsx'
import { Dialog } from '#views/ui/dialog.tsx'
import { dialogLink, intoDialog } from '#views/ui/links.ts'
import { Picker } from '#views/ui/picker.tsx'

const BOOK_IN = '/admin/stock/inbound'
const FORM = 'bookin'

/** Leads to the form of what came in, of an item that is still to be chosen. */
export const BookInButton = ({ look = 'primary' }: { look?: 'primary' | 'plain' }) => (
  <LinkButton look={look} icon="plus" {...dialogLink(BOOK_IN)}>
    Book in
  </LinkButton>
)

export const BookInDialog = () => (
  <Dialog
    title="Book in"
    size="small"
    cancel="Cancel"
    main={
      <Button type="submit" form={FORM} look="primary">
        Next
      </Button>
    }
  >
    <form id={FORM} className="proof" hx-get={BOOK_IN} {...intoDialog}>
      <Picker label="Item" name="item" url="/lookup/inventory?of=cost" required />
    </form>
  </Dialog>
)
