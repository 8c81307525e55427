import { useState } from 'react'
import { type BoardProps, jobUrl } from '#islands/board/props.ts'
import { call } from '#islands/lib/call.ts'
import { showError, showSnackbar } from '#islands/lib/snackbar.ts'
import type { JobDetail } from '#server/domains/work/jobs/types.ts'
import { shortDate } from '#views/format.ts'
import { Button } from '#views/ui/button.tsx'
import { repeatWords } from '#views/ui/repeat-frequencies.ts'
import { Banner } from '#views/ui/small.tsx'

type TemplateProps = {
  job: JobDetail
  board: BoardProps
  canmake: boolean
  saveAll: () => Promise<unknown>
  reload: () => void
}

/** In place of the stages, since nothing becomes of a template itself. */
export function TemplateNotice({ job: { id, repeats }, board, canmake, saveAll, reload }: TemplateProps) {
  const [busy, setBusy] = useState(false)
  async function make(url: string, body: object): Promise<void> {
    setBusy(true)
    try {
      if (await saveAll()) {
        const { reference } = (await call<{ reference: string }>('POST', url, body)).data
        showSnackbar({
          level: 'success',
          message: `${reference} is made, in the first lane`,
          link: { words: reference, href: jobUrl(board, reference) },
        })
        reload()
      }
    } catch (error) {
      showError(error)
    }
    setBusy(false)
  }
  const makes = { small: true, 'aria-busy': busy, disabled: busy }
  return (
    <div className="jobshort">
      <Banner
        level="info"
        actions={
          canmake && (
            <>
              {repeats.map(({ category, next }) => (
                <Button
                  key={category}
                  {...makes}
                  onClick={() => void make(`/api/jobs/repeats/${id}/make`, { category })}
                >
                  Make that of {shortDate(next)} now
                </Button>
              ))}
              <Button {...makes} icon="plus" onClick={() => void make(`/api/jobs/template/${id}`, {})}>
                {repeats.length > 0 ? 'Extra job' : 'New job'}
              </Button>
            </>
          )
        }
      >
        This is a template: it stands on no board, and jobs begin as copies of it.{' '}
        {repeats.map(
          ({ frequency, name, next }) =>
            `${repeatWords[frequency]}${name ? `, as ${name},` : ''} one is made by itself, the next on ${shortDate(next)}. `,
        )}
        {repeats.length > 0
          ? 'Made now, that one does not come again on its day. An extra job changes nothing about the days.'
          : 'None is made by itself.'}
      </Banner>
    </div>
  )
}
