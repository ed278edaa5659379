/** What a caller gave makes no sense: said at once, and not by a fault that never comes. */
export class InvalidInput extends TypeError {}
