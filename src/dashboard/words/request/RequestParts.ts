/** Words that the list of requests and the page of one share. */

export const repeated = "Repeated answer"
