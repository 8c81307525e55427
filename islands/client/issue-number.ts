import { delegate, findElement } from './page.ts'

/** The number that a draft gets follows the organisation that is chosen. */
export function watchIssueNumber(): void {
  delegate('change', 'select[data-issue-numbers]', (element) => {
    const { form, dataset, value } = element as HTMLSelectElement
    if (!form) return
    const number = JSON.parse(dataset.issueNumbers ?? '{}')[value]
    const words = `Issue ${number ?? 'invoice'}`
    form.dataset.yes = words
    findElement('[data-save]', form)?.replaceChildren(words)
  })
}
