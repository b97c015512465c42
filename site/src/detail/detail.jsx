export const Detail=()=>null
