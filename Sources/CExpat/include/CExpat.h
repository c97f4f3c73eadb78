#pragma once
#include <expat.h>

/* libexpat, opened when XML is read first: linked, it would cost every start of the program. */

/// The functions in use, by the names that they have in libexpat without its prefix.
struct gaz_expat {
  __typeof__(&XML_ParserCreate) ParserCreate;
  __typeof__(&XML_ParserFree) ParserFree;
  __typeof__(&XML_SetUserData) SetUserData;
  __typeof__(&XML_SetElementHandler) SetElementHandler;
  __typeof__(&XML_SetCharacterDataHandler) SetCharacterDataHandler;
  __typeof__(&XML_SetStartDoctypeDeclHandler) SetStartDoctypeDeclHandler;
  __typeof__(&XML_Parse) Parse;
  __typeof__(&XML_StopParser) StopParser;
  __typeof__(&XML_GetErrorCode) GetErrorCode;
  __typeof__(&XML_ErrorString) ErrorString;
  __typeof__(&XML_GetCurrentLineNumber) GetCurrentLineNumber;
  __typeof__(&XML_GetCurrentColumnNumber) GetCurrentColumnNumber;
  __typeof__(&XML_GetCurrentByteIndex) GetCurrentByteIndex;
};

/// NULL where the library is not to be had. From any thread.
const struct gaz_expat * gaz_expat(void);
