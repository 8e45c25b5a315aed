/** `RUT`, `R.U.T. N°:`, `rut del cliente`, right before one. */
export const labelOfRut =
  /\br\.? ?u\.? ?[tn]\.? ?(?:(?:n°|n|no|nro|n[uú]mero|del?|cliente|importador|exportador|consignatario|proveedor|empresa)[.:]? ?){0,3}[:.°-]? ?$/i;

/** Letters before a RUT in which its label is looked for. */
export const maxLettersOfLabel = 60;
