import { usePathname } from "next/navigation";
import { placeOf, type Place } from "../../place";

/** Where this page acts. */
export const usePlace = (): Place => placeOf(usePathname());
