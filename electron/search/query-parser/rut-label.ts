/** `RUT`, `R.U.T. N°:`, `rut del cliente`, right before a RUT. */
export const labelOfRut =
  /\br\.? ?u\.? ?[tn]\.? ?(?:(?:n°|n|no|nro|n[uú]mero|del?|cliente|importador|exportador|consignatario|proveedor|empresa)[.:]? ?){0,3}[:.°-]? ?$/i;

/** Maximum letters before a RUT that are searched for its label. */
export const maxLettersOfLabel = 60;
