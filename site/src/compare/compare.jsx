export const Compare=()=>null
