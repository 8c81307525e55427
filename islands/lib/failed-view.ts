import { messages } from '#islands/client/messages.ts'

/** Said where a part of a page could not be shown (spec 1, section 8). */
const FAILED_VIEW = 'Something went wrong, please try again.'

/** After an update a script that an old page names may be gone. */
export const describeFailedView = (error: unknown) => (isLoading(error) ? messages.chunk : FAILED_VIEW)

/** What browsers say of a script that did not come. */
const isLoading = (error: unknown) => error instanceof TypeError && /module/i.test(error.message)
