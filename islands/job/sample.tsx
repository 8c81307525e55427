import { call } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import { Button } from '#views/ui/button.tsx'
import { askSampleRemoval } from '#views/ui/sample-removal.ts'
import { Banner } from '#views/ui/small.tsx'

type SampleProps = { reference: string; canremove: boolean; onRemoved: () => void; onOwn?: () => void }

/** What setup made to try things on is no work of the business. */
export function SampleNotice({ reference, canremove, onRemoved, onOwn }: SampleProps) {
  async function remove(): Promise<void> {
    if (!(await window.joblane.confirm(askSampleRemoval(reference)))) return
    try {
      const { message } = await call('POST', '/api/samplejob/removal')
      const said = message ? `. ${message}` : ''
      showSnackbar({
        level: message ? 'warning' : 'success',
        message: `The sample job ${reference} is removed, with all that belonged to it${said}`,
      })
      onRemoved()
    } catch (error) {
      showError(error)
    }
  }
  return (
    <div className="jobshort">
      <Banner
        level="info"
        actions={
          <>
            {onOwn && (
              <Button look="primary" small icon="plus" onClick={onOwn}>
                Begin a job of your own
              </Button>
            )}
            {canremove && (
              <Button small icon="trash" onClick={() => void remove()}>
                Remove the sample
              </Button>
            )}
          </>
        }
      >
        This job is a sample, to try things on: its lines and prices are made up, and so are the prices of the
        items that came with it. Put in your own before you quote.
      </Banner>
    </div>
  )
}
